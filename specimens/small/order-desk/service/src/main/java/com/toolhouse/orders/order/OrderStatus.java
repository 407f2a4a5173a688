package com.toolhouse.orders.order;

public enum OrderStatus {
    OPEN,
    PACKED,
    SENT,
    PAID,
    CANCELLED
}
