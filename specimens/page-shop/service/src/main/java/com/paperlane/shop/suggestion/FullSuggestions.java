package com.paperlane.shop.suggestion;

import com.paperlane.shop.catalogue.Assortment;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Products with all that hangs on them, so that the page can show what it likes. */
@Component
@ConditionalOnProperty(name = "shop.suggestions-hold", havingValue = "products")
class FullSuggestions implements Suggestions {
    private static final int OF_THE_SERIES = 3;

    record Suggestion(Product product, boolean inStock, List<Product> series) {}

    private final ProductReader reader;
    private final Map<String, List<Product>> series;

    FullSuggestions(ProductReader reader, Assortment assortment) {
        this.reader = reader;
        this.series = assortment.products().stream()
                .sorted(Comparator.comparingLong(Product::priceCents))
                .collect(Collectors.groupingBy(FullSuggestions::seriesOf));
    }

    @Override
    public List<Suggestion> of(List<Product> products) {
        Map<Long, Integer> stock = reader.stock(products);
        return products.stream()
                .map(p -> new Suggestion(p, stock.getOrDefault(p.id(), 0) > 0, besides(p)))
                .toList();
    }

    private List<Product> besides(Product product) {
        return series.get(seriesOf(product)).stream().filter(p -> p != product).limit(OF_THE_SERIES).toList();
    }

    private static String seriesOf(Product p) {
        return p.brand().slug() + '/' + p.category().slug();
    }
}
