package com.toolhouse.orders.stock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Without a gap, as the bookkeepers like it: a number that is not used goes back with the transaction. */
@Component
@ConditionalOnProperty(name = "orders.reservation-numbers", havingValue = "gapless")
@ConditionalOnProperty(name = "orders.store", havingValue = "postgresql")
public class GaplessNumbers implements ReservationNumbers {
    private final JdbcTemplate jdbc;

    GaplessNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public long next() {
        return jdbc.queryForObject(
                "update number_range set last = last + 1 where name = 'reservation' returning last", Long.class);
    }
}
