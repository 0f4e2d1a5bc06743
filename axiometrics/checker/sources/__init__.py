"""Where scores come from: metrics of ours (`trusted`), somebody's functions (`foreign`), and `relations`."""
