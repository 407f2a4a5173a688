package com.toolhouse.orders.article;

public record ArticleView(
        String sku, String name, String unit, long priceCents, int weightGrams, int free, CarrierQuote delivery) {
    ArticleView with(CarrierQuote quote) {
        return new ArticleView(sku, name, unit, priceCents, weightGrams, free, quote);
    }
}
