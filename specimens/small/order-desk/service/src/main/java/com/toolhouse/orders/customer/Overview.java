package com.toolhouse.orders.customer;

import com.toolhouse.orders.order.OrderStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What the people at the desk see when a customer calls. */
public record Overview(
        String no,
        String name,
        String tier,
        boolean blocked,
        Map<OrderStatus, Long> orders,
        long turnoverCents,
        long undeliveredCents,
        long freeCreditCents,
        long openClaims,
        long claimedCents,
        long paidCents,
        Instant lastPayment,
        List<Long> favouriteArticles) {}
