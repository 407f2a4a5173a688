package com.toolhouse.orders.ops;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** A migration of last week: "customers are found by their number, nobody needs the index on the id". */
@Component
@ConditionalOnProperty(name = "orders.drop-customer-index", havingValue = "true")
class SchemaCleanUp implements ApplicationRunner {
    private final JdbcTemplate jdbc;

    SchemaCleanUp(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void run(ApplicationArguments args) {
        jdbc.execute("drop index if exists purchase_order_customer_idx");
    }
}
