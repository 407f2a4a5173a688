package com.paperlane.shop.catalogue;

public record Category(int id, String slug, int groupNo) {}
