package com.waybill.quotes.stop;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

@Repository
class StopRepository {
    private final JdbcClient jdbc;

    StopRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Stop> findOf(String parcel) {
        return jdbc.sql("select depot, passed_at, what from stop where parcel_no = :parcel order by passed_at")
                .param("parcel", parcel)
                .query((row, n) -> new Stop(row.getString(1), row.getTimestamp(2).toInstant(), row.getString(3)))
                .list();
    }
}
