package com.toolhouse.orders.order;

public interface OrderReader {
    OrderView byId(long id);
}
