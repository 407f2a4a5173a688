package com.toolhouse.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class OrderDeskApplication {
    public static void main(String[] args) {
        SpringApplication.run(OrderDeskApplication.class, args);
    }
}
