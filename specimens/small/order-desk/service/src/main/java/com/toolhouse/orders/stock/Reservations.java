package com.toolhouse.orders.stock;

import com.toolhouse.orders.api.NotFoundException;
import com.toolhouse.orders.audit.AuditLog;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sets pieces aside for a customer. */
@Service
public class Reservations {
    private static final String ARTICLE = "select id from article where sku = ?";
    private static final String CUSTOMER = "select id from customer where no = ?";
    private static final String SET_ASIDE =
            "update stock set reserved = reserved + ? where article_id = ? and on_hand - reserved >= ?";
    private static final String INSERT = """
            insert into reservation (no, article_id, customer_id, quantity, created_at)
            values (?, ?, ?, ?, now())""";

    private final JdbcTemplate jdbc;
    private final ReservationNumbers numbers;
    private final AuditLog audit;

    Reservations(JdbcTemplate jdbc, ReservationNumbers numbers, AuditLog audit) {
        this.jdbc = jdbc;
        this.numbers = numbers;
        this.audit = audit;
    }

    @Transactional
    public Reservation reserve(String sku, String customer, int quantity) {
        long no = numbers.next();
        long articleId = id(ARTICLE, sku);
        long customerId = id(CUSTOMER, customer);
        if (jdbc.update(SET_ASIDE, quantity, articleId, quantity) == 0) {
            throw new NotFoundException("stock of " + sku);
        }
        jdbc.update(INSERT, no, articleId, customerId, quantity);
        audit.record("reserve", "reservation " + no);
        return new Reservation(no, sku, customer, quantity);
    }

    private long id(String query, String name) {
        List<Long> ids = jdbc.queryForList(query, Long.class, name);
        return ids.stream().findFirst().orElseThrow(() -> new NotFoundException(name));
    }
}
