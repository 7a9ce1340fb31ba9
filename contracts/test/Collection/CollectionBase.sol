// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Collection} from "../../src/Collection.sol";
import {CollectionFactory} from "../../src/CollectionFactory.sol";
import {Platform} from "../../src/Platform.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {TestUSDT} from "../../src/test/TestUSDT.sol";

/// @dev Set-up and helpers of all Platform and Collection tests.
abstract contract CollectionBase is Test {
    address internal constant NATIVE = address(0);
    uint256 internal constant FEE_BPS = 1000;
    uint256 internal constant ROYALTY_BPS = 500;
    uint256 internal constant PRICE = 100e6;
    uint256 internal constant FEE = 10e6;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant ID = 7;
    /// @dev SHA-256 of "hello world", as a literal because computing it is a call, which would consume a prank.
    bytes32 internal constant CONTENT = 0xb94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9;
    bytes32 internal constant SALT = "salt";

    address internal owner = makeAddr("owner");
    address internal admin = makeAddr("admin");
    address internal treasury = makeAddr("treasury");
    address internal creator;
    uint256 internal creatorKey;
    address internal buyer = makeAddr("buyer");
    address internal stranger = makeAddr("stranger");
    address internal royalties = makeAddr("royalties");

    Platform internal platform;
    CollectionFactory internal factory;
    Collection internal collection;
    TestUSDC internal usdc;
    TestUSDT internal usdt;

    function setUp() public virtual {
        vm.warp(START);
        (creator, creatorKey) = makeAddrAndKey("creator");
        platform = _newPlatform(owner, FEE_BPS, treasury);
        factory = CollectionFactory(_create("CollectionFactory", type(CollectionFactory).creationCode, abi.encode(platform)));
        usdc = new TestUSDC();
        usdt = new TestUSDT();
        vm.startPrank(owner);
        platform.addAdmin(admin);
        platform.addCreator(creator);
        platform.setPayableToken(address(usdc), true);
        platform.setPayableToken(address(usdt), true);
        vm.stopPrank();
        collection = _newCollection(creator, SALT);
        usdc.mint(buyer, 1e24);
        usdt.mint(buyer, 1e24);
        vm.deal(buyer, 1e30);
        vm.startPrank(buyer);
        usdc.approve(address(collection), type(uint256).max);
        usdt.approve(address(collection), type(uint256).max);
        vm.stopPrank();
    }

    /// @dev Whether to test the deployed bytecode instead of the source compiled for this run.
    function _isDeployedBytecode() internal view returns (bool) {
        return vm.envOr("SHIPPED", false);
    }

    function _newPlatform(address firstOwner, uint256 feeBps, address fees) internal returns (Platform) {
        return Platform(_create("Platform", type(Platform).creationCode, abi.encode(firstOwner, feeBps, fees)));
    }

    function _newCollection(address who, bytes32 salt) internal returns (Collection) {
        vm.prank(who);
        return factory.createCollection(_terms(), salt);
    }

    function _create(string memory name, bytes memory code, bytes memory args) internal returns (address created) {
        if (_isDeployedBytecode()) {
            code = vm.parseJsonBytes(vm.readFile(string.concat("contracts/abi/", name, ".bytecode.json")), ".creation");
        }
        code = abi.encodePacked(code, args);
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
            if iszero(created) {
                returndatacopy(code, 0, returndatasize())
                revert(code, returndatasize())
            }
        }
    }

    function _terms() internal view returns (Collection.Terms memory) {
        return Collection.Terms({
            name: "Doors at dusk",
            symbol: "DOOR",
            description: "Hills at some hour of the day.",
            image: "ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e",
            banner: "https://warren.example/banner.webp",
            externalLink: "https://warren.example/doors",
            royaltyRecipient: royalties,
            royaltyBps: ROYALTY_BPS
        });
    }

    /// @dev A voucher for one token and any recipient, valid for a day.
    function _voucher(address currency, uint256 price) internal view returns (Collection.Voucher memory) {
        return Collection.Voucher({
            tokenId: ID,
            supply: 1,
            price: price,
            currency: currency,
            content: CONTENT,
            recipient: address(0),
            nonce: 0,
            deadline: block.timestamp + 1 days
        });
    }

    function _sign(Collection.Voucher memory voucher) internal view returns (bytes memory) {
        return _sign(creatorKey, voucher, address(collection), block.chainid);
    }

    function _sign(uint256 key, Collection.Voucher memory voucher, address where, uint256 chainId)
        internal
        pure
        returns (bytes memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(voucher, where, chainId));
        return abi.encodePacked(r, s, v);
    }

    /// @dev The digest a wallet signs, computed from the standard and not by the contract.
    function _digest(Collection.Voucher memory voucher, address where, uint256 chainId) internal pure returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Collection"),
                keccak256("1"),
                chainId,
                where
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "Voucher(uint256 tokenId,uint256 supply,uint256 price,address currency,bytes32 content,address recipient,uint256 nonce,uint256 deadline)"
                ),
                voucher
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    /// @dev The buyer redeems `voucher` with the value it requires.
    function _redeem(Collection.Voucher memory voucher, bytes memory signature) internal {
        vm.prank(buyer);
        collection.redeem{value: voucher.currency == NATIVE ? voucher.price : 0}(voucher, voucher.tokenId, buyer, signature);
    }

    /// @dev Enables `account` as a creator.
    function _enableCreator(address account) internal {
        vm.prank(admin);
        platform.addCreator(account);
    }

    function _mint(address to, uint256 tokenId) internal {
        vm.prank(creator);
        collection.safeMint(to, tokenId, CONTENT);
    }

    function _balance(address token, address who) internal view returns (uint256) {
        return token == NATIVE ? who.balance : IERC20(token).balanceOf(who);
    }
}
