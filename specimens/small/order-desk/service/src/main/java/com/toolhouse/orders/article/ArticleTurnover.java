package com.toolhouse.orders.article;

public record ArticleTurnover(String sku, String name, long pieces, long cents) {}
