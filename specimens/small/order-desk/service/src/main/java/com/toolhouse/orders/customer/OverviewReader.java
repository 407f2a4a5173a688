package com.toolhouse.orders.customer;

public interface OverviewReader {
    Overview of(String customerNo);
}
