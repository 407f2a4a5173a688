package com.paperlane.shop.suggestion;

import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** What the field shows. */
@Component
@ConditionalOnProperty(name = "shop.suggestions-hold", havingValue = "names", matchIfMissing = true)
class ShortSuggestions implements Suggestions {
    record Suggestion(String sku, String name, long priceCents, boolean inStock) {}

    private final ProductReader reader;

    ShortSuggestions(ProductReader reader) {
        this.reader = reader;
    }

    @Override
    public List<Suggestion> of(List<Product> products) {
        Map<Long, Integer> stock = reader.stock(products);
        return products.stream()
                .map(p -> new Suggestion(p.sku(), p.name(), p.priceCents(), stock.getOrDefault(p.id(), 0) > 0))
                .toList();
    }
}
