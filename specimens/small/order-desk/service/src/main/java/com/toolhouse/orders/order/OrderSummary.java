package com.toolhouse.orders.order;

import java.time.Instant;

public record OrderSummary(String no, Instant placedAt, OrderStatus status, long totalCents) {}
