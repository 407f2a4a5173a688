package com.paperlane.shop.suggestion;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.search.Search;
import com.paperlane.shop.search.SearchQuery;
import com.paperlane.shop.text.Checks;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the search field offers while somebody types: name, price, and where the product is. */
@RestController
public class SuggestionController {
    private final Search search;
    private final Suggestions suggestions;
    private final Checks checks;
    private final int most;

    SuggestionController(Search search, Suggestions suggestions, Checks checks, ShopSettings settings) {
        this.search = search;
        this.suggestions = suggestions;
        this.checks = checks;
        this.most = settings.suggestions();
    }

    @GetMapping("/api/suggestions")
    List<?> suggest(@RequestParam String q) {
        SearchQuery query = new SearchQuery(q);
        checks.check(query);
        List<Product> found = search.find(query.words());
        return suggestions.of(found.subList(0, Math.min(most, found.size())));
    }
}
