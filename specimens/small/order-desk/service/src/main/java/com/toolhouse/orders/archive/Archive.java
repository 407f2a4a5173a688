package com.toolhouse.orders.archive;

import com.toolhouse.orders.api.NotFoundException;
import java.time.OffsetDateTime;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Service;

/** Orders that were paid and closed before the change of systems. They never change. */
@Service
public class Archive {
    private static final String BY_ID =
            "select id, customer_no, placed_at, total_cents, document from archive.old_order where id = ?";
    private static final RowMapper<OldOrder> ROW = (row, n) -> new OldOrder(
            row.getLong(1), row.getString(2), row.getObject(3, OffsetDateTime.class), row.getLong(4), row.getString(5));

    private final JdbcTemplate jdbc;

    Archive(@Qualifier("archiveTemplate") JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public OldOrder byId(long id) {
        return jdbc.query(BY_ID, ROW, id).stream()
                .findFirst()
                .orElseThrow(() -> new NotFoundException("archived order " + id));
    }
}
