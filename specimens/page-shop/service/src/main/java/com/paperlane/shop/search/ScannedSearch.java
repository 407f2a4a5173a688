package com.paperlane.shop.search;

import com.paperlane.shop.catalogue.Assortment;
import com.paperlane.shop.catalogue.Product;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The assortment lies in memory, so a search needs no database. */
@Component
@ConditionalOnProperty(name = "shop.search", havingValue = "scanned")
class ScannedSearch implements Search {
    private record Entry(Product product, String text) {
        boolean has(List<String> words) {
            return words.stream().allMatch(word -> text.contains(' ' + word + ' '));
        }
    }

    private final List<Entry> entries;

    ScannedSearch(Assortment assortment) {
        this.entries = assortment.products().stream().map(p -> new Entry(p, SearchText.of(p))).toList();
    }

    @Override
    public List<Product> find(List<String> words) {
        return entries.stream()
                .filter(entry -> entry.has(words))
                .map(Entry::product)
                .sorted(SearchText.CHEAPEST_FIRST)
                .toList();
    }
}
