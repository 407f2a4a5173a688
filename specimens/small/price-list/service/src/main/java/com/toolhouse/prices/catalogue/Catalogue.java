package com.toolhouse.prices.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All articles, and the prices agreed with each customer: last night's export of the ERP, in memory. */
public final class Catalogue {
    private static final Logger LOG = LoggerFactory.getLogger(Catalogue.class);
    private static final int MOST_DISCOUNT_PERCENT = 15;

    private final List<Article> articles;
    private final Map<Integer, List<Article>> byGroup;
    private final Map<Integer, Map<Integer, Integer>> agreed;

    private Catalogue(List<Article> articles, Map<Integer, Map<Integer, Integer>> agreed) {
        this.articles = articles;
        this.byGroup = articles.stream().collect(Collectors.groupingBy(Article::group));
        this.agreed = agreed;
    }

    public static Catalogue read(Path export) throws IOException {
        List<Article> articles = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(export.resolve("articles.csv"))) {
            lines.lines().skip(1).map(line -> line.split(",")).forEach(cell -> articles.add(new Article(
                    Integer.parseInt(cell[0]), Integer.parseInt(cell[1]), cell[2], Integer.parseInt(cell[3]))));
        }
        Map<Integer, Map<Integer, Integer>> agreed = new HashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(export.resolve("agreed.csv"))) {
            lines.lines().skip(1).map(line -> line.split(",")).forEach(cell -> agreed
                    .computeIfAbsent(Integer.valueOf(cell[0]), customer -> new HashMap<>())
                    .put(Integer.valueOf(cell[1]), Integer.valueOf(cell[2])));
        }
        return new Catalogue(articles, agreed);
    }

    public List<Article> articles() {
        return articles;
    }

    public long agreedPrices() {
        return agreed.values().stream().mapToLong(Map::size).sum();
    }

    public boolean knows(int customer) {
        return agreed.containsKey(customer);
    }

    public List<Price> prices(int customer, int group) {
        return byGroup.getOrDefault(group, List.of()).stream().map(article -> price(customer, article)).toList();
    }

    public Price price(int customer, Article article) {
        Integer cents = agreed.getOrDefault(customer, Map.of()).get(article.id());
        Price price = cents != null
                ? new Price(article.id(), article.name(), cents, true)
                : new Price(article.id(), article.name(), article.cents() * (100 - discount(customer)) / 100, false);
        LOG.debug("article {} costs customer {} {} cents, agreed: {}", article.id(), customer, price.cents(), price.agreed());
        return price;
    }

    private static int discount(int customer) {
        return customer % (MOST_DISCOUNT_PERCENT + 1);
    }
}
