package com.toolhouse.orders.stock;

public record Reservation(long no, String sku, String customer, int quantity) {}
