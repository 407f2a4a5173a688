package com.toolhouse.orders.order;

import java.util.Optional;

/** The numbers of the system before this one; now and then a customer still uses one. */
public interface LegacyNumbers {
    String QUERY = "select order_id from legacy_number where legacy_no = ?";

    Optional<Long> orderOf(String legacyNo);
}
