package com.toolhouse.orders.stock;

public interface ReservationNumbers {
    long next();
}
