package com.toolhouse.orders.api;

import com.toolhouse.orders.article.ArticleReader;
import com.toolhouse.orders.article.ArticleTurnover;
import com.toolhouse.orders.article.ArticleView;
import com.toolhouse.orders.stock.Reservation;
import com.toolhouse.orders.stock.Reservations;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ArticleController {
    private final ArticleReader articles;
    private final Reservations reservations;

    ArticleController(ArticleReader articles, Reservations reservations) {
        this.articles = articles;
        this.reservations = reservations;
    }

    /** With {@code delivery=quote} also what sending one of them costs today. */
    @GetMapping("/articles/{sku}")
    ArticleView article(@PathVariable String sku, @RequestParam(defaultValue = "none") String delivery) {
        return articles.bySku(sku, delivery.equals("quote"));
    }

    @GetMapping("/groups/{group}/turnover")
    List<ArticleTurnover> turnover(@PathVariable int group) {
        return articles.bestOf(group);
    }

    @PostMapping("/articles/{sku}/reservations")
    @ResponseStatus(HttpStatus.CREATED)
    Reservation reserve(
            @PathVariable String sku, @RequestParam String customer, @RequestParam(defaultValue = "1") int quantity) {
        return reservations.reserve(sku, customer, quantity);
    }
}
