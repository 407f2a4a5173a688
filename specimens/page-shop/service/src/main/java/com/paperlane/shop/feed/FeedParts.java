package com.paperlane.shop.feed;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Category;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.catalogue.ProductReader.Rank;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * Parts of a feed. Each is read from its first product on, and not by counting past all that come before it. Prices change with a
 * release.
 */
@Component
public class FeedParts {
    private final ProductReader products;
    private final int lines;
    private final Map<Integer, List<Rank>> beginnings = new ConcurrentHashMap<>();

    FeedParts(ProductReader products, ShopSettings settings) {
        this.products = products;
        this.lines = settings.feedLines();
    }

    /** The products of part 1, 2 and so on; none beyond the last. */
    public List<Product> part(Category category, int part) {
        List<Rank> begin = beginnings.computeIfAbsent(category.id(), id -> beginnings(category));
        return part < 1 || part > begin.size() ? List.of() : products.cheapestFrom(category, begin.get(part - 1), lines);
    }

    private List<Rank> beginnings(Category category) {
        List<Rank> all = products.ranks(category);
        return IntStream.range(0, all.size()).filter(i -> i % lines == 0).mapToObj(all::get).toList();
    }
}
