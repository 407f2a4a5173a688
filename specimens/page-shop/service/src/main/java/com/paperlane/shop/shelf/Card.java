package com.paperlane.shop.shelf;

/** A product as it lies on a shelf, with everything as it is to be read. Absent parts are null. */
public record Card(
        String sku,
        String name,
        String brand,
        String badge,
        String price,
        String oldPrice,
        String piecePrice,
        int pieces,
        int stock,
        String arrives,
        boolean isNew,
        long picture) {}
