package com.toolhouse.orders.order;

import com.toolhouse.orders.customer.Customer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.Instant;
import java.util.List;

@Entity
public class PurchaseOrder {
    @Id
    private Long id;

    private String no;

    @ManyToOne(fetch = FetchType.LAZY)
    private Customer customer;

    @Enumerated(EnumType.STRING)
    private OrderStatus status;

    private Instant placedAt;
    private Instant updatedAt;
    private String reference;
    private String deliveryStreet;
    private String deliveryCity;
    private long totalCents;

    @OneToMany(mappedBy = "purchaseOrder", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("position")
    private List<OrderLine> lines;

    protected PurchaseOrder() {}

    public Long getId() {
        return id;
    }

    public String getNo() {
        return no;
    }

    public Customer getCustomer() {
        return customer;
    }

    public OrderStatus getStatus() {
        return status;
    }

    public Instant getPlacedAt() {
        return placedAt;
    }

    public String getReference() {
        return reference;
    }

    public String getDeliveryStreet() {
        return deliveryStreet;
    }

    public String getDeliveryCity() {
        return deliveryCity;
    }

    public long getTotalCents() {
        return totalCents;
    }

    public List<OrderLine> getLines() {
        return lines;
    }
}
