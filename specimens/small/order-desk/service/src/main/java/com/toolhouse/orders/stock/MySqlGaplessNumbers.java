package com.toolhouse.orders.stock;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Without a gap, as the bookkeepers like it. MySQL's update returns no row, so the session keeps the number. */
@Component
@ConditionalOnProperty(name = "orders.reservation-numbers", havingValue = "gapless")
@ConditionalOnProperty(name = "orders.store", havingValue = "mysql")
public class MySqlGaplessNumbers implements ReservationNumbers {
    private final JdbcTemplate jdbc;

    MySqlGaplessNumbers(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public long next() {
        jdbc.update("update number_range set last = last_insert_id(last + 1) where name = 'reservation'");
        return jdbc.queryForObject("select last_insert_id()", Long.class);
    }
}
