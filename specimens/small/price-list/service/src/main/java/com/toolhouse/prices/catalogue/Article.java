package com.toolhouse.prices.catalogue;

public record Article(int id, int group, String name, int cents) {}
