package com.toolhouse.orders.stock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Ascending, with a gap where a reservation failed: MariaDB's sequence. */
@Component
@ConditionalOnProperty(name = "orders.reservation-numbers", havingValue = "sequence")
@ConditionalOnProperty(name = "orders.store", havingValue = "mysql")
public class MySqlSequenceNumbers implements ReservationNumbers {
    private final JdbcTemplate jdbc;

    MySqlSequenceNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public long next() {
        return jdbc.queryForObject("select nextval(reservation_no)", Long.class);
    }
}
