package com.toolhouse.orders.article;

import com.toolhouse.orders.api.NotFoundException;
import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

@Service
public class ArticleReader {
    private static final String BY_SKU = """
            select a.sku, a.name, a.unit, a.price_cents, a.weight_grams, s.on_hand - s.reserved as free
            from article a join stock s on s.article_id = a.id
            where a.sku = ?""";
    private static final String BEST_OF_GROUP = """
            select a.sku, a.name, sum(l.quantity) as pieces,
                   sum(l.quantity * l.price_cents * (100 - l.discount_percent) / 100)::bigint as cents
            from article a join order_line l on l.article_id = a.id
            where a.group_no = ? and l.delivered
            group by a.sku, a.name
            order by cents desc
            limit 10""";

    private final JdbcTemplate jdbc;
    private final CarrierClient carrier;

    ArticleReader(JdbcTemplate jdbc, CarrierClient carrier) {
        this.jdbc = jdbc;
        this.carrier = carrier;
    }

    public ArticleView bySku(String sku, boolean withQuote) {
        ArticleView article = jdbc.query(BY_SKU, (row, n) -> new ArticleView(
                        row.getString(1), row.getString(2), row.getString(3), row.getLong(4), row.getInt(5), row.getInt(6), null), sku)
                .stream()
                .findFirst()
                .orElseThrow(() -> new NotFoundException("article " + sku));
        return withQuote ? article.with(carrier.quote(sku, article.weightGrams())) : article;
    }

    public List<ArticleTurnover> bestOf(int group) {
        return jdbc.query(BEST_OF_GROUP, new DataClassRowMapper<>(ArticleTurnover.class), group);
    }
}
