package com.paperlane.shop.search;

import com.paperlane.shop.catalogue.Product;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Where a product is looked for. */
final class SearchText {
    static final Comparator<Product> CHEAPEST_FIRST = Comparator.comparingLong(Product::priceCents).thenComparing(Product::name);

    private SearchText() {}

    /** Words in small letters, with one space around each. */
    static String of(Product p) {
        String text = p.name() + ' ' + p.brand().name() + ' ' + p.category().slug() + ' ' + p.sku();
        return ' ' + text.toLowerCase(Locale.ROOT) + ' ';
    }

    static List<String> words(String text) {
        return List.of(text.strip().split(" +"));
    }
}
