package com.paperlane.shop.shelf;

import com.paperlane.shop.catalogue.Brand;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.ResourceLoader;
import org.springframework.stereotype.Component;

/** A sign is shown as soon as it is there. */
@Component
@ConditionalOnProperty(name = "shop.badges", havingValue = "found")
class FoundBadges implements Badges {
    private final ResourceLoader resources;

    FoundBadges(ResourceLoader resources) {
        this.resources = resources;
    }

    @Override
    public String of(Brand brand) {
        String file = brand.slug() + ".svg";
        return resources.getResource("classpath:/" + FOLDER + file).exists() ? "/signs/" + file : null;
    }
}
