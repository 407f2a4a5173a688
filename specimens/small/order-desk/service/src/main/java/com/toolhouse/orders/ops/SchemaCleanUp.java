package com.toolhouse.orders.ops;

import org.springframework.beans.factory.annotation.Value;
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
    private final String store;

    SchemaCleanUp(JdbcTemplate jdbc, @Value("${orders.store}") String store) {
        this.jdbc = jdbc;
        this.store = store;
    }

    @Override
    public void run(ApplicationArguments args) {
        // in MySQL an index belongs to its table
        jdbc.execute("drop index if exists purchase_order_customer_idx" + (store.equals("mysql") ? " on purchase_order" : ""));
    }
}
