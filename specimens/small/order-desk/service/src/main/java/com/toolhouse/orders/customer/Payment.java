package com.toolhouse.orders.customer;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;

@Entity
public class Payment {
    @Id
    private Long id;

    private Long customerId;
    private Instant paidAt;
    private long amountCents;

    protected Payment() {}
}
