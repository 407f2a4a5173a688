package com.paperlane.shop.catalogue;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.web.NotFoundException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Products of the market. Categories and brands change with a release, so they are read once. */
@Repository
public class ProductReader {
    private static final String SELECT = """
            select p.id, p.sku, p.category_id, p.brand_id, p.name, p.description, p.price_cents, p.old_price_cents, p.pieces, p.stock,
                   p.restocked_on, p.added_on, p.picture_id, p.attributes
            from product p join assortment a on a.product_id = p.id and a.market = ?
            """;
    private static final String RANK = """
            select p.price_cents, p.id from product p join assortment a on a.product_id = p.id and a.market = ?
            where p.category_id = ?
            """;

    /** The place of a product among those of its category by price. */
    public record Rank(long priceCents, long id) {}

    private final JdbcTemplate jdbc;
    private final String market;
    private final Map<Integer, Category> categories;
    private final Map<String, Category> bySlug;
    private final Map<Integer, Brand> brands;

    ProductReader(JdbcTemplate jdbc, ShopSettings settings) {
        this.jdbc = jdbc;
        this.market = settings.market();
        this.categories = by(Category::id, jdbc.query("select id, slug, group_no from category", (row, n) ->
                new Category(row.getInt(1), row.getString(2), row.getInt(3))));
        this.bySlug = by(Category::slug, categories.values());
        this.brands = by(Brand::id, jdbc.query("select id, slug, name, country, since, story from brand", (row, n) ->
                new Brand(row.getInt(1), row.getString(2), row.getString(3), row.getString(4), row.getInt(5), row.getString(6))));
    }

    private static <K, V> Map<K, V> by(Function<V, K> key, Collection<V> values) {
        return values.stream().collect(Collectors.toUnmodifiableMap(key, Function.identity()));
    }

    public Category category(String slug) {
        Category category = bySlug.get(slug);
        if (category == null) {
            throw new NotFoundException("category " + slug);
        }
        return category;
    }

    public List<Category> categories() {
        return categories.values().stream().sorted((a, b) -> Integer.compare(a.id(), b.id())).toList();
    }

    public Collection<Brand> brands() {
        return brands.values();
    }

    /** The whole assortment, in the order of ids. */
    public List<Product> all() {
        return jdbc.query(SELECT + "order by p.id", this::product, market);
    }

    public Product bySku(String sku) {
        return jdbc.query(SELECT + "where p.sku = ?", this::product, market, sku).stream()
                .findFirst()
                .orElseThrow(() -> new NotFoundException("product " + sku));
    }

    public List<Product> cheapest(Category category, int skip, int limit) {
        return jdbc.query(SELECT + "where p.category_id = ? order by p.price_cents, p.id offset ? limit ?", this::product,
                market, category.id(), skip, limit);
    }

    /** The places of all products of the category by price, the cheapest first. */
    public List<Rank> ranks(Category category) {
        return jdbc.query(RANK + "order by p.price_cents, p.id", (row, n) -> new Rank(row.getLong(1), row.getLong(2)), market,
                category.id());
    }

    /** The cheapest from this place on. */
    public List<Product> cheapestFrom(Category category, Rank first, int limit) {
        return jdbc.query(
                SELECT + "where p.category_id = ? and (p.price_cents, p.id) >= (?, ?) order by p.price_cents, p.id limit ?",
                this::product, market, category.id(), first.priceCents(), first.id(), limit);
    }

    public List<Product> dearest(Category category, int skip, int limit) {
        return jdbc.query(SELECT + "where p.category_id = ? order by p.price_cents desc, p.id desc offset ? limit ?", this::product,
                market, category.id(), skip, limit);
    }

    public List<Product> ofBrand(Brand brand, int limit) {
        return jdbc.query(SELECT + "where p.brand_id = ? order by p.price_cents limit ?", this::product, market, brand.id(), limit);
    }

    /** Pieces in stock now, by the product's id. */
    public Map<Long, Integer> stock(Collection<Product> products) {
        Map<Long, Integer> stock = new HashMap<>();
        Long[] ids = products.stream().map(Product::id).toArray(Long[]::new);
        jdbc.query("select id, stock from product where id = any (?)", row -> {
            stock.put(row.getLong(1), row.getInt(2));
        }, (Object) ids);
        return stock;
    }

    private Product product(ResultSet row, int n) throws SQLException {
        return new Product(
                row.getLong(1),
                row.getString(2),
                categories.get(row.getInt(3)),
                brands.get(row.getInt(4)),
                row.getString(5),
                row.getString(6),
                row.getLong(7),
                row.getObject(8, Long.class),
                row.getInt(9),
                row.getInt(10),
                row.getObject(11, LocalDate.class),
                row.getObject(12, LocalDate.class),
                row.getLong(13),
                row.getString(14));
    }
}
