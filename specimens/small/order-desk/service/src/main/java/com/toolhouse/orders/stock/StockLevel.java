package com.toolhouse.orders.stock;

public record StockLevel(long articleId, int free) {}
