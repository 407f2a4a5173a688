package com.toolhouse.orders.customer;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;

/** Something was wrong with a delivery. */
@Entity
public class Claim {
    @Id
    private Long id;

    private Long customerId;
    private Instant openedAt;
    private Instant closedAt;
    private long amountCents;

    protected Claim() {}
}
