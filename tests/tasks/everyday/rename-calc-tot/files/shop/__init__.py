# the shop package
