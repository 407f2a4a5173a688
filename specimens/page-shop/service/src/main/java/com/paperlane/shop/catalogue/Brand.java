package com.paperlane.shop.catalogue;

public record Brand(int id, String slug, String name, String country, int since, String story) {}
