package com.paperlane.shop.picture;

import com.paperlane.shop.web.NotFoundException;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PictureController {
    private final JdbcTemplate jdbc;

    PictureController(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @GetMapping("/pictures/{id}.jpg")
    ResponseEntity<byte[]> picture(@PathVariable long id) {
        byte[] bytes = jdbc.query("select bytes from picture where id = ?", (row, n) -> row.getBytes(1), id).stream()
                .findFirst()
                .orElseThrow(() -> new NotFoundException("picture " + id));
        return ResponseEntity.ok()
                .contentType(MediaType.IMAGE_JPEG)
                .cacheControl(CacheControl.maxAge(Duration.ofDays(30)))
                .body(bytes);
    }
}
