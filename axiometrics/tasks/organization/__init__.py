"""Document organization: levels of clusters of documents, most important level first, above an unlimited tail."""

from axiometrics.tasks.organization.organization import Organization

__all__ = ["Organization"]
