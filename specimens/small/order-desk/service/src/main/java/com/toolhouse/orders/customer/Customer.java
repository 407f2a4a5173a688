package com.toolhouse.orders.customer;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.LocalDate;

@Entity
public class Customer {
    @Id
    private Long id;

    private String no;
    private String name;
    private String email;
    private String phone;
    private String street;
    private String city;
    private String postcode;
    private String country;
    private String tier;
    private long creditLimit;
    private boolean blocked;
    private LocalDate since;

    protected Customer() {}

    public Long getId() {
        return id;
    }

    public String getNo() {
        return no;
    }

    public String getName() {
        return name;
    }

    public String getTier() {
        return tier;
    }

    public long getCreditLimit() {
        return creditLimit;
    }

    public boolean isBlocked() {
        return blocked;
    }
}
