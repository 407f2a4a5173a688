package com.paperlane.shop.shelf;

import com.paperlane.shop.catalogue.Brand;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.stereotype.Component;

/** Signs as they were packed. */
@Component
@ConditionalOnProperty(name = "shop.badges", havingValue = "known", matchIfMissing = true)
class KnownBadges implements Badges {
    private final Set<String> files = new HashSet<>();

    KnownBadges(ResourcePatternResolver resources) throws IOException {
        for (Resource sign : resources.getResources("classpath:/" + FOLDER + "*.svg")) {
            files.add(sign.getFilename());
        }
    }

    @Override
    public String of(Brand brand) {
        String file = brand.slug() + ".svg";
        return files.contains(file) ? "/signs/" + file : null;
    }
}
