package com.paperlane.shop.shelf;

import com.paperlane.shop.catalogue.Brand;

/** Some brands have a picture of their sign, which is packed with the shop. */
public interface Badges {
    String FOLDER = "static/signs/";

    /** Path of the sign; null when the brand has none. */
    String of(Brand brand);
}
