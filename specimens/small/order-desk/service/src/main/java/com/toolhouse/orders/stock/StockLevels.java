package com.toolhouse.orders.stock;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Takes the levels that have not been exported for longest, and marks them as exported. */
@Component
class StockLevels {
    private static final String NEXT = """
            update stock set synced_at = now()
            where article_id in (select article_id from stock order by synced_at nulls first limit ?)
            returning article_id, on_hand - reserved""";

    private final JdbcTemplate jdbc;

    StockLevels(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    List<StockLevel> next(int articles) {
        return jdbc.query(NEXT, (row, n) -> new StockLevel(row.getLong(1), row.getInt(2)), articles);
    }
}
