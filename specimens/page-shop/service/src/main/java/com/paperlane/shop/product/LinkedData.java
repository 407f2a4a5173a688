package com.paperlane.shop.product;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.paperlane.shop.catalogue.Product;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;

/** What search engines want to know of a product, in the words of schema.org. */
public record LinkedData(
        @JsonProperty("@context") String context,
        @JsonProperty("@type") String type,
        String name,
        String sku,
        String description,
        Maker brand,
        Offer offers,
        Rating aggregateRating) {

    public record Maker(@JsonProperty("@type") String type, String name) {}

    public record Offer(
            @JsonProperty("@type") String type, String priceCurrency, BigDecimal price, String availability) {}

    public record Rating(@JsonProperty("@type") String type, double ratingValue, int reviewCount) {}

    public static LinkedData of(Product p, List<Review> reviews) {
        OptionalDouble mean = reviews.stream().mapToInt(Review::rating).average();
        String availability = p.stock() > 0 ? "https://schema.org/InStock" : "https://schema.org/BackOrder";
        return new LinkedData(
                "https://schema.org",
                "Product",
                p.name(),
                p.sku(),
                p.description(),
                new Maker("Brand", p.brand().name()),
                new Offer("Offer", "EUR", BigDecimal.valueOf(p.priceCents(), 2), availability),
                mean.isPresent() ? new Rating("AggregateRating", mean.getAsDouble(), reviews.size()) : null);
    }
}
