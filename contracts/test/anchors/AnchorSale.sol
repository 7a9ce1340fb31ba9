// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @dev Does the same work as Seaport's basic order for a sale with fee recipients, to compare gas. An order signed off chain is hashed
/// with its payments, checked against the signer's counter and marked as filled. The recipients are paid in native coin, the seller gets
/// the rest, and the buyer gets the token. This is our own implementation, not theirs, and not for use.
contract AnchorSale is EIP712("AnchorSale", "1"), ReentrancyGuardTransient {
    struct Recipient {
        uint256 amount;
        address payable to;
    }

    struct Order {
        address payable seller;
        address collection;
        uint256 tokenId;
        uint256 price;
        uint256 startsAt;
        uint256 endsAt;
        uint256 salt;
    }

    bytes32 private constant _RECIPIENT = keccak256("Recipient(uint256 amount,address to)");
    bytes32 private constant _ORDER = keccak256(
        "Order(address seller,address collection,uint256 tokenId,uint256 price,uint256 startsAt,uint256 endsAt,uint256 salt,Recipient[] recipients,uint256 counter)Recipient(uint256 amount,address to)"
    );

    mapping(bytes32 hash => uint256) private _filled;
    mapping(address seller => uint256) private _counters;

    event Fulfilled(bytes32 hash, address indexed seller, address buyer, Order order, Recipient[] recipients);

    function fulfil(Order calldata order, Recipient[] calldata recipients, bytes calldata signature) external payable nonReentrant {
        require(block.timestamp >= order.startsAt && block.timestamp < order.endsAt && msg.value == order.price);
        bytes32[] memory hashes = new bytes32[](recipients.length);
        for (uint256 i = 0; i < recipients.length; ++i) hashes[i] = keccak256(abi.encode(_RECIPIENT, recipients[i]));
        bytes32 hash = _hashTypedDataV4(
            keccak256(abi.encode(_ORDER, order, keccak256(abi.encodePacked(hashes)), _counters[order.seller]))
        );
        require(_filled[hash] == 0);
        require(ECDSA.recover(hash, signature) == order.seller);
        _filled[hash] = 1;
        IERC721(order.collection).transferFrom(order.seller, msg.sender, order.tokenId);
        uint256 left = order.price;
        for (uint256 i = 0; i < recipients.length; ++i) {
            left -= recipients[i].amount;
            _send(recipients[i].to, recipients[i].amount);
        }
        _send(order.seller, left);
        emit Fulfilled(hash, order.seller, msg.sender, order, recipients);
    }

    function _send(address payable to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        require(ok);
    }
}
