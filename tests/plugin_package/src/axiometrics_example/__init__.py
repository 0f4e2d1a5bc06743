"""An example of a plug-in: a metric and a constraint that axiometrics does not have."""
