"""An example of a plug-in: a metric, a constraint and a whole task that axiometrics does not have."""
