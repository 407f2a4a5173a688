package com.toolhouse.orders.stock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Ascending, with a gap where a reservation failed. */
@Component
@ConditionalOnProperty(name = "orders.reservation-numbers", havingValue = "sequence")
@ConditionalOnProperty(name = "orders.store", havingValue = "postgresql")
public class SequenceNumbers implements ReservationNumbers {
    private final JdbcTemplate jdbc;

    SequenceNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public long next() {
        return jdbc.queryForObject("select nextval('reservation_no')", Long.class);
    }
}
