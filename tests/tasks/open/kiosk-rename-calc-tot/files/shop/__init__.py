from .orders import calc_tot, Order
