package com.paperlane.shop.search;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.shelf.Card;
import com.paperlane.shop.shelf.Cards;
import com.paperlane.shop.text.Checks;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class SearchController {
    private final Search search;
    private final ProductReader products;
    private final Cards cards;
    private final Checks checks;
    private final int perPage;

    SearchController(Search search, ProductReader products, Cards cards, Checks checks, ShopSettings settings) {
        this.search = search;
        this.products = products;
        this.cards = cards;
        this.checks = checks;
        this.perPage = settings.cards();
    }

    @GetMapping("/{place}/search")
    String hits(@RequestParam String q, Locale locale, Model model) {
        SearchQuery query = new SearchQuery(q);
        checks.check(query);
        List<Product> found = search.find(query.words());
        List<Product> shown = found.subList(0, Math.min(perPage, found.size()));
        Map<Long, Integer> stock = products.stock(shown);
        LocalDate today = LocalDate.now();
        List<Card> hits = shown.stream().map(p -> cards.card(p, stock.getOrDefault(p.id(), 0), today, locale)).toList();
        model.addAttribute("words", q);
        model.addAttribute("count", found.size());
        model.addAttribute("cards", hits);
        return "hits";
    }
}
