"""Where a metric that fails a demand still meets it: bounds on the score of one output."""
