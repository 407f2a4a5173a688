package com.paperlane.shop.search;

import com.paperlane.shop.catalogue.Assortment;
import com.paperlane.shop.catalogue.Product;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** For each word the products that have it. A product's number is its rank, the cheapest has 0. */
@Component
@ConditionalOnProperty(name = "shop.search", havingValue = "indexed", matchIfMissing = true)
class IndexedSearch implements Search {
    private final List<Product> ranked;
    private final Map<String, BitSet> having = new HashMap<>();

    IndexedSearch(Assortment assortment) {
        this.ranked = assortment.products().stream().sorted(SearchText.CHEAPEST_FIRST).toList();
        for (int rank = 0; rank < ranked.size(); rank++) {
            for (String word : new HashSet<>(SearchText.words(SearchText.of(ranked.get(rank))))) {
                having.computeIfAbsent(word, w -> new BitSet()).set(rank);
            }
        }
    }

    @Override
    public List<Product> find(List<String> words) {
        BitSet hits = null;
        for (String word : words) {
            BitSet those = having.get(word);
            if (those == null) {
                return List.of();
            }
            if (hits == null) {
                hits = (BitSet) those.clone();
            } else {
                hits.and(those);
            }
        }
        List<Product> found = new ArrayList<>();
        for (int rank = hits.nextSetBit(0); rank >= 0; rank = hits.nextSetBit(rank + 1)) {
            found.add(ranked.get(rank));
        }
        return found;
    }
}
