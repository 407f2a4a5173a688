package com.paperlane.shop.product;

import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
public class ReviewReader {
    private static final String LATEST = """
            select author, rating, written_on, words from review
            where product_id = ? order by written_on desc limit ?""";

    private final JdbcTemplate jdbc;

    ReviewReader(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<Review> latest(long product, int limit) {
        return jdbc.query(LATEST, (row, n) ->
                new Review(row.getString(1), row.getInt(2), row.getObject(3, LocalDate.class), row.getString(4)), product, limit);
    }
}
